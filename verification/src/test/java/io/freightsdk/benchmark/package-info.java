/** What a call costs, beside OkHttp with the same parser. JMH runs it. */
@NullMarked
package io.freightsdk.benchmark;

import org.jspecify.annotations.NullMarked;
