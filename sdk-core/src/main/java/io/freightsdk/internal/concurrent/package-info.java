/**
 * A map with a bound, and a wait that others may end. Nothing here knows of loads, calls or money.
 */
@NullMarked
package io.freightsdk.internal.concurrent;

import org.jspecify.annotations.NullMarked;
