/** The freight server as a container of Testcontainers. */
@NullMarked
package io.freightsdk.testcontainers;

import org.jspecify.annotations.NullMarked;
