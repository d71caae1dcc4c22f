/**
 * The generated JSON adapters and what they share: reading and writing of tokens, checks of
 * members. Not exported; nothing here is for callers.
 */
@NullMarked
package io.freightsdk.model.internal;

import org.jspecify.annotations.NullMarked;
