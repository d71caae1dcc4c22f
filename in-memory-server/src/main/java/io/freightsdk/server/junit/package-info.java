/** JUnit Jupiter integration for JUnit 5.10 or later. Uses only the server's public API. */
@NullMarked
package io.freightsdk.server.junit;

import org.jspecify.annotations.NullMarked;
