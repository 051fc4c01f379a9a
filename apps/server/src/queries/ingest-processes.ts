/** Of `ingest_processes`: a process that said nothing for so long takes no messages. */
export const unseenAfter = '20 seconds';
