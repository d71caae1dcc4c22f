/** Rows in maps under one lock. */
@NullMarked
package io.freightsdk.internal.spend.memory;

import org.jspecify.annotations.NullMarked;
