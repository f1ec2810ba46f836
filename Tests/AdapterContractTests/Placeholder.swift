// Filled by the steps that follow.
