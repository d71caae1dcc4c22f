/** What is set in common for everything that the SDK keeps in a database. */
@NullMarked
package io.freightsdk.sql;

import org.jspecify.annotations.NullMarked;
