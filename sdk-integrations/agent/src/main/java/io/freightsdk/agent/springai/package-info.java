/** Freight tools as tool callbacks of a Spring AI chat client. */
@NullMarked
package io.freightsdk.agent.springai;

import org.jspecify.annotations.NullMarked;
