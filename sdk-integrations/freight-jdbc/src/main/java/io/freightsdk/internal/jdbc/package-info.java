/** What books, positions, the outbox and the tools' memory need of a database; nobody else. */
@NullMarked
package io.freightsdk.internal.jdbc;

import org.jspecify.annotations.NullMarked;
