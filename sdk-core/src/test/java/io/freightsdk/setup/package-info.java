/** How a client is made: what is refused before anything is sent, and how that is said. */
package io.freightsdk.setup;
