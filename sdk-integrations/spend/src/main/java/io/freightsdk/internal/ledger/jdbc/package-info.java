/** A ledger in a relational database: its statements, what the databases differ in, and changes. */
@NullMarked
package io.freightsdk.internal.ledger.jdbc;

import org.jspecify.annotations.NullMarked;
