/**
 * A map with a maximum size, and a wait that other threads can abort. Nothing here knows of loads,
 * calls or money.
 */
@NullMarked
package io.freightsdk.internal.concurrent;

import org.jspecify.annotations.NullMarked;
