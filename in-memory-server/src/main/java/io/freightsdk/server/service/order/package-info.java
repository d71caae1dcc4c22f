/** The order of a client: the body of a load creation, checked field by field. */
@NullMarked
package io.freightsdk.server.service.order;

import org.jspecify.annotations.NullMarked;
