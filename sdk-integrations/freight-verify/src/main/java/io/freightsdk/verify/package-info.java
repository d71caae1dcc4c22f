/**
 * Tries a set-up - database, pool, limits, options of the client - with what goes wrong in
 * production, and says what held, what did not, and what was not tried.
 */
package io.freightsdk.verify;
