/**
 * Databases: their differences, statements and transactions on the caller's thread, and tables from
 * a script. Knows nothing of ledgers and jobs, which use it.
 */
@NullMarked
package io.freightsdk.internal.sql;

import org.jspecify.annotations.NullMarked;
