/** What arrived: bounded logs of requests and text messages that a test can wait on. */
@NullMarked
package io.freightsdk.server.journal;

import org.jspecify.annotations.NullMarked;
