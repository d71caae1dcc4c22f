/**
 * One call from its first step to its end: its steps, what its attempts mean and cost, what it has
 * reserved, and the homes in which it waits. No HTTP and no limits here.
 */
@NullMarked
package io.freightsdk.internal.call;

import org.jspecify.annotations.NullMarked;
