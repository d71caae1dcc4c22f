/**
 * What the generated records and adapters have in common: reading and writing values, checking
 * members, and what records tell beyond those. Not exported, not for callers.
 */
@NullMarked
package io.freightsdk.model.internal;

import org.jspecify.annotations.NullMarked;
