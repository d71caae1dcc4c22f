/** What books and positions need of a database. Not exported. */
@NullMarked
package io.freightsdk.internal.jdbc;

import org.jspecify.annotations.NullMarked;
