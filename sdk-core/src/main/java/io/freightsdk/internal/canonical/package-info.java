/**
 * One text for one JSON value, so that a digest of it is the same in every process and language.
 */
@NullMarked
package io.freightsdk.internal.canonical;

import org.jspecify.annotations.NullMarked;
