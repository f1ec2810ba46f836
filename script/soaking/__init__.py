"""Parts of script/soak."""
