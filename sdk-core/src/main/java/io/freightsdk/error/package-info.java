/**
 * Every way a call can end without a result: one sealed tree under {@code FreightException}.
 *
 * <p>Nothing here sends, waits or decides; an exception states facts and the one next step.
 */
@NullMarked
package io.freightsdk.error;

import org.jspecify.annotations.NullMarked;
