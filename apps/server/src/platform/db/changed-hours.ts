/**
 * Notes the stored hours of positions that a backup may have read before they were changed, for the statement that
 * changes them: `rows` names a subquery that returns their `server_time`.
 */
export const changedHoursOf = (rows: string) => `
    INSERT INTO changed_hours (hour)
    SELECT DISTINCT date_trunc('hour', server_time, 'UTC') FROM ${rows} WHERE server_time < (SELECT stored_before())`;
