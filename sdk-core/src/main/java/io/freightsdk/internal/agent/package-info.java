/**
 * The five tools and what guards them: schemas, repetition, approval, limits and the stop after an
 * empty balance. Depends on the client's public API only.
 */
@NullMarked
package io.freightsdk.internal.agent;

import org.jspecify.annotations.NullMarked;
