/** How often a call is attempted and how long the client waits in between. Values only. */
@NullMarked
package io.freightsdk.retry;

import org.jspecify.annotations.NullMarked;
