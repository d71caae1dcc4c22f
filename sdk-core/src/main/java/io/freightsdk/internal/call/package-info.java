/**
 * One call from its first check to its end: a pure machine that decides, a call that carries out,
 * and the homes in which it waits. No HTTP and no rules about money here.
 */
@NullMarked
package io.freightsdk.internal.call;

import org.jspecify.annotations.NullMarked;
