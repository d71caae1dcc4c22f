/** Bounded logs of requests and text messages. A test can wait for an entry. */
@NullMarked
package io.freightsdk.server.journal;

import org.jspecify.annotations.NullMarked;
