/**
 * Reads answers without reflection: in results every required member must be there, error answers
 * are read leniently. And the one text of a JSON value that keys are made of.
 */
@NullMarked
package io.freightsdk.internal.json;

import org.jspecify.annotations.NullMarked;
