/**
 * One call from its first check to its end: a pure state machine that decides, a call that does
 * everything that needs no waiting, and two drivers that wait, on the caller's thread or
 * asynchronously. No HTTP and no rules about money here.
 */
@NullMarked
package io.freightsdk.internal.call;

import org.jspecify.annotations.NullMarked;
