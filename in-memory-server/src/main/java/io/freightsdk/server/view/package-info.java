/**
 * What users see of a server, as values and read-only views: below the facade, because every layer
 * makes or takes them. Nothing here acts.
 */
@NullMarked
package io.freightsdk.server.view;

import org.jspecify.annotations.NullMarked;
