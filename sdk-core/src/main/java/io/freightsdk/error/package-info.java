/**
 * All exceptions of calls: one sealed hierarchy under {@code FreightException}.
 *
 * <p>Nothing here sends, waits or decides; an exception states facts and the next step.
 */
@NullMarked
package io.freightsdk.error;

import org.jspecify.annotations.NullMarked;
