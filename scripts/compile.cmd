@rem scripts\compile [FOLDER]: see scripts/compile.
@py -3 "%~dp0compile_it.py" %*
