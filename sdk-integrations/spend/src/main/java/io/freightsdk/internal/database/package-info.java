/**
 * How this library works on a database of an application: one thread for each purpose, tables from
 * a script, and what the databases differ in. Knows neither money nor positions.
 */
@NullMarked
package io.freightsdk.internal.database;

import org.jspecify.annotations.NullMarked;
