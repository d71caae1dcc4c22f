/**
 * What the generated records and adapters have in common: reading and writing values, checking
 * members. Not exported, not for callers.
 */
@NullMarked
package io.freightsdk.model.internal;

import org.jspecify.annotations.NullMarked;
