/** The reasons for which calls are refused. */
@NullMarked
package io.freightsdk.server.service.refusal;

import org.jspecify.annotations.NullMarked;
