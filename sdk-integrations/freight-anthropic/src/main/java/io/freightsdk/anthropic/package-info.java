/** Freight tools as tools of Anthropic's Java SDK. */
@NullMarked
package io.freightsdk.anthropic;

import org.jspecify.annotations.NullMarked;
