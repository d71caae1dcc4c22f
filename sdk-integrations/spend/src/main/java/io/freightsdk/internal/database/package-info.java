/**
 * How this library works on a database of an application: one thread for each purpose, tables from
 * a script, and what the databases differ in. What is stored, ledgers and positions say, in whose
 * packages nothing is used here; but it is known that the ends of paid calls are stored before all
 * else.
 */
@NullMarked
package io.freightsdk.internal.database;

import org.jspecify.annotations.NullMarked;
