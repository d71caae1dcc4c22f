/**
 * Reads answers without reflection: in results every required member must be there, error answers
 * are read leniently.
 */
@NullMarked
package io.freightsdk.internal.json;

import org.jspecify.annotations.NullMarked;
