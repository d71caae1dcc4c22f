/**
 * The databases: what they differ in, statements and transactions on the caller's thread, and
 * tables from a script. What is stored, spending and jobs say, of which nothing is known here.
 */
@NullMarked
package io.freightsdk.internal.sql;

import org.jspecify.annotations.NullMarked;
