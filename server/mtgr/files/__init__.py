"""The ``.mtgr`` files of a folder, and several processes to read them."""
