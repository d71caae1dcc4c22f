/** A spend store in a relational database that several processes share. Plain JDBC. */
@NullMarked
package io.freightsdk.spend.jdbc;

import org.jspecify.annotations.NullMarked;
