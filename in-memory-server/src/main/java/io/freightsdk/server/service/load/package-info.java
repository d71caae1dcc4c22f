/** The loads the server keeps, with their tracks. One lock per load. */
@NullMarked
package io.freightsdk.server.service.load;

import org.jspecify.annotations.NullMarked;
