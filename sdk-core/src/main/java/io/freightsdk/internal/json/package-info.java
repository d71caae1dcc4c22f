/**
 * Reads answers: results strictly where a member is required, refusals leniently, nothing by
 * reflection.
 */
@NullMarked
package io.freightsdk.internal.json;

import org.jspecify.annotations.NullMarked;
