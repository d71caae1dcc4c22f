/**
 * What stands before a call that costs money or cannot be taken back: its price, its limits, the
 * question to a person. Knows no tool.
 */
@NullMarked
package io.freightsdk.internal.agent.approval;

import org.jspecify.annotations.NullMarked;
