/**
 * Values and read-only views of a server for its users. They are in a package below the facade
 * because every layer creates or uses them.
 */
@NullMarked
package io.freightsdk.server.view;

import org.jspecify.annotations.NullMarked;
