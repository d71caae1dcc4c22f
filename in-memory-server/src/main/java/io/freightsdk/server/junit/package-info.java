/** JUnit Jupiter integration; needs JUnit 5.10 or later. Uses the server's public API only. */
@NullMarked
package io.freightsdk.server.junit;

import org.jspecify.annotations.NullMarked;
