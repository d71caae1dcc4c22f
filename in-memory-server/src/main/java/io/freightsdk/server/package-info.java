/** Starting, steering and inspecting the in-memory service. */
package io.freightsdk.server;
