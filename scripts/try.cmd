@rem scripts\try [FILE...]: see scripts/try.
@py -3 "%~dp0try_it.py" %*
