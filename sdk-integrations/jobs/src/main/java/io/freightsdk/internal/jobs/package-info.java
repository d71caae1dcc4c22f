/**
 * What an order or a load goes through, as values and pure functions, and the tasks of the
 * scheduler that carry it out. Nothing here is called by users.
 */
@NullMarked
package io.freightsdk.internal.jobs;

import org.jspecify.annotations.NullMarked;
