/** A position cache in a relational database that several processes share. Plain JDBC. */
@NullMarked
package io.freightsdk.watch.jdbc;

import org.jspecify.annotations.NullMarked;
