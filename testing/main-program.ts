import "#server/main.ts";
