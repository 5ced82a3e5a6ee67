/** The program's command that a process runs which reads users' files. */
export const readerCommand = "read-files";
